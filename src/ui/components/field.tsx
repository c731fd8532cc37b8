import type { ReactElement } from "react";
import { useCurrent } from "../current.ts";
import { useKeys } from "../keys.ts";
import { editLine, type LineEdit } from "./field.state.ts";
import { FieldText } from "./field-text.tsx";

interface FieldProps {
  /** What is in the field at the start. */
  initial?: string;
  /** Shown dim while the field is empty. */
  placeholder?: string;
  /** Show nothing of what is typed. */
  secret?: boolean;
  /** Columns the field may take. */
  width: number;
  onSubmit(text: string): void;
}

/** One line to type into. Enter submits; all other keys that it does not know are left to others. */
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
