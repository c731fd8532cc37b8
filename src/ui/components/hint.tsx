import type { ReactElement } from "react";
import { displayWidth, sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import type { KeyAction } from "../keys.ts";
import { useSize } from "../size.ts";
import { styles } from "../theme.ts";

/** Returns the hints that fit into the width; the last `kept` always stay. */
export function fitHints<Key extends Pick<KeyAction, "key" | "name">>(
  keys: readonly Key[],
  width: number,
  kept: number,
): readonly Key[] {
  const [first, last] = [keys.slice(0, -kept), keys.slice(-kept)];
  const size = (some: readonly Key[]) =>
    some.reduce((sum, { key, name }) => sum + displayWidth(`${key} ${name}  `), -2);
  const most = first.findLastIndex((_, index) => size([...first.slice(0, index + 1), ...last]) <= width);
  return [...first.slice(0, most + 1), ...last];
}

/**
 * The hint bar: keys and their actions, as many as fit and always the last one, unavailable ones dim. `explanation` replaces
 * it to say why a key did nothing.
 */
export function Hint({
  keys,
  explanation,
}: {
  keys: readonly Pick<KeyAction, "key" | "name" | "unavailable">[];
  explanation?: string | undefined;
}): ReactElement {
  const spoken = useSpoken();
  const { columns } = useSize();
  if (explanation !== undefined) return <Text {...styles.warning}>{sanitiseLine(explanation)}</Text>;
  if (spoken) {
    const available = keys.filter(({ unavailable }) => unavailable === undefined);
    if (available.length === 0) return <Text />;
    return <Text>{`Keys: ${available.map(({ key, name }) => `${key} ${name}`).join(", ")}`}</Text>;
  }
  return (
    <Text wrap="truncate">
      {fitHints(keys, columns, 1).map(({ key, name, unavailable }, index) => (
        <Text key={key} {...(unavailable === undefined ? styles.plain : styles.dim)}>
          {index > 0 && "  "}
          <Text {...(unavailable === undefined ? styles.key : styles.dim)}>{key}</Text>
          {` ${name}`}
        </Text>
      ))}
    </Text>
  );
}
