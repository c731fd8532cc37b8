import type { ReactElement } from "react";
import { insidePanel, isFramed, Line, Panel } from "../../components/frame.tsx";
import { Box, useSpoken } from "../../terminal.ts";
import { describeSubject } from "./actions.state.ts";
import { type BrowseState, resourceOf, type Subject, viewOf, withView } from "./browse.state.ts";
import { DetailPage } from "./detail.tsx";
import { emptyListMessage, listFacts } from "./footer.tsx";
import { ListPane } from "./grid.tsx";
import { helpGroups } from "./help.state.ts";
import { HistogramPage, histogramTitle } from "./histogram.tsx";
import { type Menu, menuEntry, menuOf } from "./keys.state.ts";
import { isPaneShown, listWidth, minPaneWidth, paneRow, paneWidth } from "./layout.ts";
import { lineEditText } from "./lines.state.ts";
import { ActionsPage, ColumnsPage, DiffPage, HelpPage, menuHeight, Palette } from "./pages.tsx";
import { describeStaged } from "./staged.state.ts";
import { drawnView } from "./view.state.ts";

interface BodyProps {
  state: BrowseState;
  /** For how long rows have been read, in milliseconds, and what is going on. */
  waited: number | undefined;
  activity: string | undefined;
  width: number;
  height: number;
  ascii: boolean | undefined;
  /** An overlay is over it. */
  isBehind?: boolean | undefined;
  onEnd(most: number): void;
}

/** What is between the tabs and the footer: the list, a page, or the list with a page beside it. */
export function Body(props: BodyProps): ReactElement {
  const { state, width, height, isBehind = false } = props;
  const page = isBehind ? undefined : pageOf(state, { width, height });
  if (page === undefined) return <ListAndPane {...props} isDimmed={isBehind} />;
  const { title, corner = "", menu = height } = page;
  return (
    <>
      {menu < height && <ListAndPane {...props} height={height - menu} isDimmed />}
      <Panel title={title} corner={corner} width={width} height={menu} isFocused={menu < height} isPadded>
        {page.content}
      </Panel>
    </>
  );
}

/** The list, with the selected row beside it if there is room, or the open row. */
function ListAndPane(props: BodyProps & { isDimmed: boolean }): ReactElement {
  const { state, width, height, ascii, onEnd, isDimmed } = props;
  const spoken = useSpoken();
  const { mode, openRow } = state;
  const detail = { state, height, ascii, onEnd };
  if (mode.kind === "detail" && width < minPaneWidth && !isDimmed)
    return <DetailPage {...detail} width={width} row={openRow} scroll={mode.scroll} />;
  const isOpen = mode.kind === "detail";
  if (width < minPaneWidth || (!isOpen && !isPaneShown(state, width, spoken)))
    return <ListPanel {...props} listed={width} />;
  return (
    <Box>
      <ListPanel {...props} listed={listWidth(state, width, spoken)} isDimmed={isDimmed || isOpen} />
      <DetailPage
        {...detail}
        key={viewOf(state).resource}
        isOpen={isOpen}
        isBeside
        row={isOpen ? openRow : paneRow(state)}
        width={paneWidth(width)}
        scroll={isOpen ? mode.scroll : 0}
      />
    </Box>
  );
}

/** Returns the page that takes the place of the list, or is over it as a menu of a height. */
function pageOf(
  state: BrowseState,
  window: { width: number; height: number },
): { title: string; corner?: string; content: ReactElement; menu?: number } | undefined {
  const { mode } = state;
  const room = insidePanel(window, window.width, true);
  const layout = { state, ...room };
  const actions = (subject: Subject, menu: Menu, at: number) => {
    const lines = menuHeight(menu, window.height);
    const { height } = insidePanel({ ...window, height: lines }, window.width, true);
    return {
      title: `Actions for ${describeSubject(resourceOf(state), subject)}`,
      menu: lines,
      content: <ActionsPage {...layout} height={height} menu={menu} at={at} />,
    };
  };
  switch (mode.kind) {
    case "help":
      return {
        title: "Keys",
        content: (
          <HelpPage {...room} groups={helpGroups(state, lineEditText(mode.line))} scroll={mode.scroll} />
        ),
      };
    case "columns":
      return { title: "Columns", content: <ColumnsPage {...layout} at={mode.at} /> };
    case "histogram":
      return { title: histogramTitle(state, mode), content: <HistogramPage {...layout} mode={mode} /> };
    case "diff":
      return {
        title: "Staged edits, not sent yet",
        corner: describeStaged(state.staged),
        content: <DiffPage {...layout} at={mode.at} />,
      };
    case "actions":
      return actions(mode.subject, menuOf(state, mode), mode.at);
    case "line": {
      const { pending, line } = mode;
      if (pending !== undefined) {
        const { unavailable: _, ...entry } = menuEntry(state, pending.action, pending.subject);
        return actions(pending.subject, { listed: [entry], hidden: [] }, 0);
      }
      if (mode.purpose !== "command") return undefined;
      return { title: "Commands", content: <Palette {...layout} typed={lineEditText(line)} at={mode.at} /> };
    }
    default:
      return undefined;
  }
}

/** The list in its panel, or why it has no rows. */
function ListPanel({
  state,
  waited,
  activity,
  width,
  height,
  listed,
  isDimmed = false,
}: BodyProps & {
  /** The width of the list in the window. */
  listed: number;
  isDimmed?: boolean;
}): ReactElement {
  const spoken = useSpoken();
  const drawn = drawnView(viewOf(state));
  const isOld = drawn !== viewOf(state) && !spoken;
  const empty = isOld ? undefined : emptyListMessage(state, waited);
  const room = { width: listed, height };
  // Without room and for screen readers, the tabs say which list it is.
  const { title } = resourceOf(state);
  const facts = listFacts(state, activity);
  const isTitled = isFramed(width) && !spoken;
  return (
    <Panel {...room} title={isTitled ? title : ""} {...facts} isPadded={empty !== undefined}>
      {empty === undefined ? (
        <ListPane
          state={isOld ? withView(state, () => drawn) : state}
          {...insidePanel(room, width)}
          isDimmed={isDimmed || isOld}
        />
      ) : (
        empty.lines.map((line, index) => (
          <Line
            key={line}
            text={line}
            wrap
            {...(empty.failed && index === 0 && { tone: "failed", symbol: "failed" })}
          />
        ))
      )}
    </Panel>
  );
}
