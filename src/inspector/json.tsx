/** JSON as a tree that opens and closes, the first levels open. Text that is not JSON is shown as it is. */
export function Json({ value, open = 2 }: { value: unknown; open?: number }) {
  return (
    <div className="json">
      <Value value={value} open={open} />
    </div>
  );
}

/** The body of a request or response, which is JSON or other text. */
export function Body({ text }: { text: string }) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return <pre>{text}</pre>;
  }
  return <Json value={value} />;
}

function Value({ value, open, label }: { value: unknown; open: number; label?: string }) {
  const name = label === undefined ? null : <span className="key">{label}: </span>;
  if (typeof value !== "object" || value === null)
    return (
      <div>
        {name}
        <span className={value === null ? "null" : typeof value}>{JSON.stringify(value) ?? "null"}</span>
      </div>
    );
  const entries = Object.entries(value);
  const [begin, end] = Array.isArray(value) ? "[]" : "{}";
  if (entries.length === 0)
    return (
      <div>
        {name}
        {begin}
        {end}
      </div>
    );
  return (
    <details open={open > 0}>
      <summary>
        {name}
        {begin}
        <span className="soft"> {entries.length} </span>
        {end}
      </summary>
      {entries.map(([key, inner]) => (
        <Value key={key} label={key} value={inner} open={open - 1} />
      ))}
    </details>
  );
}
