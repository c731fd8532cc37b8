/** The script and the style of the inspector. The build puts them here; in the checkout they are built when they are needed. */
export async function readInspector(): Promise<{ script: string; style: string }> {
  const { inspectorCode } = await import("../../../scripts/inspector.ts");
  return await inspectorCode();
}
