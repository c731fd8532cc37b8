import type { ReactElement } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Text, useSpoken } from "../ink.ts";
import type { KeyAction } from "../keys.ts";
import { styles } from "../theme.ts";

/**
 * The hint bar: keys and their actions, unavailable ones dim. `explanation` replaces it to say why a key did nothing.
 */
export function Hint({
  keys,
  explanation,
}: {
  keys: readonly Pick<KeyAction, "key" | "name" | "unavailable">[];
  explanation?: string | undefined;
}): ReactElement {
  const spoken = useSpoken();
  if (explanation !== undefined) return <Text {...styles.warning}>{sanitiseLine(explanation)}</Text>;
  if (spoken) {
    const available = keys.filter(({ unavailable }) => unavailable === undefined);
    if (available.length === 0) return <Text />;
    return <Text>{`Keys: ${available.map(({ key, name }) => `${key} ${name}`).join(", ")}`}</Text>;
  }
  return (
    <Text wrap="truncate">
      {keys.map(({ key, name, unavailable }, index) => (
        <Text key={key} {...(unavailable === undefined ? styles.plain : styles.dim)}>
          {index > 0 && "  "}
          <Text {...(unavailable === undefined ? styles.key : styles.dim)}>{key}</Text>
          {` ${name}`}
        </Text>
      ))}
    </Text>
  );
}
