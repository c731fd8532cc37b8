import type { ReactElement } from "react";
import { useKeys } from "../keys.ts";
import { useCurrent } from "../use-current.ts";
import { editLine, type LineEdit } from "./field.state.ts";
import { FieldText } from "./field-text.tsx";

interface FieldProps {
  /** The initial text. */
  initial?: string;
  /** Shown dim while the field is empty. */
  placeholder?: string;
  /** Do not show the typed text. */
  secret?: boolean;
  /** The maximum width, in columns. */
  width: number;
  onSubmit(text: string): void;
}

/** An input field of one line. Enter submits it; unknown keys are ignored. */
export function Field({
  initial = "",
  placeholder = "",
  secret = false,
  width,
  onSubmit,
}: FieldProps): ReactElement {
  const [read, write] = useCurrent<LineEdit>({ before: initial, after: "" });
  useKeys((keys) => {
    for (const key of keys) {
      const { before, after } = read();
      if (key === "enter") return onSubmit(before + after);
      write(editLine(read(), key));
    }
  });
  return <FieldText line={read()} placeholder={placeholder} secret={secret} width={width} />;
}
