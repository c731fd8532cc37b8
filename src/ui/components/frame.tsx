import type { ReactElement, ReactNode } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Box, Text } from "../ink.ts";
import { styles } from "../theme.ts";

/** Where the screen acts: the profile, the site behind it, and whether that is a live one. */
export interface Target {
  readonly profile: string;
  readonly site?: string | undefined;
  readonly live: boolean;
}

/** `LIVE site Blue Mugs (profile main)` or `sandbox (profile sandbox)`. */
export function targetWords({ profile, site, live }: Target): string {
  const place = live ? `LIVE site${site === undefined ? "" : ` ${site}`}` : (site ?? "sandbox");
  return `${place} (profile ${profile})`;
}

/** A screen's outline: bold title, where it acts, the content, and what can be done at the foot. */
export function Frame(props: {
  title: string;
  target?: Target;
  foot?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const { title, target, foot, children } = props;
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{sanitiseLine(title)}</Text>
      {target && <Text {...styles[target.live ? "live" : "dim"]}>{sanitiseLine(targetWords(target))}</Text>}
      {children}
      {foot}
    </Box>
  );
}
