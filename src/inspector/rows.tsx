import { type KeyboardEvent, type ReactNode, useRef } from "react";

/** A column of a table. */
export interface Column<Row> {
  title: string;
  show(row: Row): ReactNode;
  /** The cell with the button that selects the row. */
  isName?: boolean;
  isNumber?: boolean;
}

interface RowsProps<Row> {
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  idOf(row: Row): string;
  selected: string | undefined;
  onSelect(id: string): void;
  toneOf?(row: Row): string | undefined;
}

/**
 * A table whose rows can be selected. One row is a stop of the Tab key; arrow keys, Home and End go to the others.
 */
export function Rows<Row>({ caption, rows, columns, idOf, selected, onSelect, toneOf }: RowsProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const stop = rows.some((row) => idOf(row) === selected) ? selected : rows[0] && idOf(rows[0]);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(table.current?.querySelectorAll("tbody button") ?? [])] as HTMLButtonElement[];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    const button = to === undefined ? undefined : buttons[Math.max(0, Math.min(to, buttons.length - 1))];
    if (at < 0 || !button) return;
    event.preventDefault();
    button.focus();
    button.click();
  };
  return (
    <table ref={table} onKeyDown={move}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber ? "end" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOf(row);
          return (
            <tr key={id} className={[toneOf?.(row), id === selected && "selected"].filter(Boolean).join(" ")}>
              {columns.map(({ title, show, isName, isNumber }) => (
                <td key={title} className={isNumber ? "end" : undefined}>
                  {isName ? (
                    <button
                      type="button"
                      className="row"
                      tabIndex={id === stop ? 0 : -1}
                      aria-current={id === selected ? "true" : undefined}
                      onClick={() => onSelect(id)}
                    >
                      {show(row)}
                    </button>
                  ) : (
                    show(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
