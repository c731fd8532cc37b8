import type { ReactElement, ReactNode } from "react";
import { sanitiseLine } from "../../kernel/text.ts";
import { Box, Text } from "../ink.ts";
import { styles } from "../theme.ts";

/** The shop that a screen works on: its profile, its site, and whether that is a live one. */
export interface Target {
  readonly profile: string;
  readonly site?: string | undefined;
  readonly live: boolean;
}

/** Describes a target: `LIVE site Blue Mugs (profile main)` or `sandbox (profile sandbox)`. */
export function describeTarget({ profile, site, live }: Target): string {
  const shop = live ? `LIVE site${site === undefined ? "" : ` ${site}`}` : (site ?? "sandbox");
  return `${shop} (profile ${profile})`;
}

/** The shop that a screen works on. */
export function TargetLine({ target }: { target: Target }): ReactElement {
  return <Text {...styles[target.live ? "live" : "dim"]}>{sanitiseLine(describeTarget(target))}</Text>;
}

/** The layout of a screen: title, target, content and footer. */
export function Frame(props: {
  title: string;
  target?: Target;
  footer?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const { title, target, footer, children } = props;
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{sanitiseLine(title)}</Text>
      {target && <TargetLine target={target} />}
      {children}
      {footer}
    </Box>
  );
}
