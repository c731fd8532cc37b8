import type { ReactElement } from "react";
import { Divider, Line } from "../../components/frame.tsx";
import { Box, useSpoken } from "../../terminal.ts";
import { type BrowseState, viewOf } from "./browse.state.ts";
import { DetailPage } from "./detail.tsx";
import { emptyMessage } from "./footer.tsx";
import { ListPane } from "./grid.tsx";
import { HistogramPage } from "./histogram.tsx";
import { isPaneShown, listWidth, minPaneWidth, paneRow, paneWidth } from "./layout.ts";
import { textOf } from "./lines.state.ts";
import { ActionsPage, ColumnsPage, DiffPage, HelpPage, Palette } from "./pages.tsx";

interface BodyProps {
  state: BrowseState;
  /** For how long rows have been read, in milliseconds. */
  waited: number | undefined;
  width: number;
  height: number;
  ascii: boolean | undefined;
  onEnd(most: number): void;
}

/** What is between the status and the footer: the list, a page, or the list with a page beside it. */
export function Body({ state, waited, width, height, ascii, onEnd }: BodyProps): ReactElement {
  const spoken = useSpoken();
  const { mode, openRow } = state;
  const layout = { state, width, height };
  if (mode.kind === "help") return <HelpPage {...layout} scroll={mode.scroll} typed={textOf(mode.line)} />;
  if (mode.kind === "columns") return <ColumnsPage {...layout} at={mode.at} />;
  if (mode.kind === "histogram") return <HistogramPage {...layout} mode={mode} />;
  if (mode.kind === "diff") return <DiffPage {...layout} at={mode.at} />;
  if (mode.kind === "actions")
    return <ActionsPage {...layout} subject={mode.subject} at={mode.at} answers={[]} />;
  if (mode.kind === "line" && mode.pending) {
    const { action, subject, answers } = mode.pending;
    return (
      <ActionsPage {...layout} subject={subject} at={action} answers={[...answers, textOf(mode.line)]} />
    );
  }
  if (mode.kind === "line" && mode.purpose === "command")
    return <Palette {...layout} typed={textOf(mode.line)} at={mode.at} />;
  if (mode.kind === "detail" && width < minPaneWidth)
    return <DetailPage {...layout} row={openRow} scroll={mode.scroll} ascii={ascii} onEnd={onEnd} />;
  const empty = emptyMessage(state, waited);
  if (empty !== undefined)
    return (
      <>
        {empty.lines.map((line, index) => (
          <Line
            key={line}
            text={line}
            wrap
            {...(empty.failed && index === 0 && { tone: "failed", symbol: "failed" })}
          />
        ))}
      </>
    );
  const isOpen = mode.kind === "detail";
  if (!isOpen && !isPaneShown(state, width, spoken)) return <ListPane {...layout} />;
  const list = listWidth(state, width, spoken);
  return (
    <Box>
      <Box width={list + 1} flexDirection="column" flexShrink={0}>
        <ListPane state={state} width={list} height={height} isDimmed={isOpen} />
      </Box>
      <Divider height={height} isFocused={isOpen} ascii={ascii} />
      <Box width={paneWidth(width)} flexDirection="column" flexShrink={0}>
        <DetailPage
          key={viewOf(state).resource}
          state={state}
          isOpen={isOpen}
          isBeside
          row={isOpen ? openRow : paneRow(state)}
          width={paneWidth(width)}
          height={height}
          scroll={isOpen ? mode.scroll : 0}
          ascii={ascii}
          onEnd={onEnd}
        />
      </Box>
    </Box>
  );
}
