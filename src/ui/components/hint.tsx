import type { ReactElement } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import type { KeyAction } from "../keys.ts";
import { looks } from "../theme.ts";

/** The hint bar: the keys and what they do; dead keys are dim, and `explanation` says why one did nothing. */
export function Hint({
  keys,
  explanation,
}: {
  keys: readonly Pick<KeyAction, "key" | "does" | "unless">[];
  explanation?: string | undefined;
}): ReactElement {
  const spoken = useSpoken();
  if (explanation !== undefined) return <Text {...looks.warning}>{sanitiseLine(explanation)}</Text>;
  if (spoken) {
    const alive = keys.filter(({ unless }) => unless === undefined);
    if (alive.length === 0) return <Text />;
    return <Text>{`Keys: ${alive.map(({ key, does }) => `${key} ${does}`).join(", ")}`}</Text>;
  }
  return (
    <Text wrap="truncate">
      {keys.map(({ key, does, unless }, index) => (
        <Text key={key} {...(unless === undefined ? looks.plain : looks.dim)}>
          {index > 0 && "  "}
          <Text {...(unless === undefined ? looks.key : looks.dim)}>{key}</Text>
          {` ${does}`}
        </Text>
      ))}
    </Text>
  );
}
