/** How a terminal shows pictures. Sixels are as large as pixels are, so that the size of a cell must be known. */
export type Way =
  | { readonly kind: "kitty" | "inline" | "blocks" }
  | { readonly kind: "sixel"; readonly cell: { readonly width: number; readonly height: number } };

/** What programs are told about the terminal that they run in. */
export interface TerminalVariables {
  readonly TERM?: string | undefined;
  readonly TERM_PROGRAM?: string | undefined;
  readonly LC_TERMINAL?: string | undefined;
  readonly TMUX?: string | undefined;
  readonly STY?: string | undefined;
  readonly ZELLIJ?: string | undefined;
}

/**
 * The way of the terminal that these variables tell of. A multiplexer hands no pictures on, whatever terminal it runs
 * in; and what a terminal sets is inherited by another that is started from it, so that TERM, which each sets anew,
 * counts more than the rest.
 */
export function wayOf({
  TERM = "",
  TERM_PROGRAM,
  LC_TERMINAL,
  TMUX,
  STY,
  ZELLIJ,
}: TerminalVariables): "kitty" | "inline" | "blocks" {
  if (TMUX || STY || ZELLIJ || /^(screen|tmux)/.test(TERM)) return "blocks";
  if (/^xterm-(kitty|ghostty)$/.test(TERM)) return "kitty";
  if (TERM_PROGRAM === "ghostty") return "kitty";
  const program = TERM_PROGRAM ?? LC_TERMINAL;
  return ["iTerm.app", "iTerm2", "WezTerm"].includes(program ?? "") ? "inline" : "blocks";
}
