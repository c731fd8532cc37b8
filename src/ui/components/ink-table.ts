import { createRequire, Module } from "node:module";
import type { ComponentType, ReactNode } from "react";
import * as React from "react";
import { ink } from "../terminal.ts";

interface InkTableProps {
  data: Record<string, string>[];
  columns?: string[];
  padding?: number;
  header?: ComponentType<{ children?: ReactNode }>;
  cell?: ComponentType<{ children?: ReactNode; column: number }>;
  skeleton?: ComponentType<{ children?: ReactNode }>;
}

/**
 * ink-table is CommonJS and loads Ink with `require`, which Node rejects because Ink uses top-level await (ERR_REQUIRE_ASYNC_MODULE);
 * `require` of ES modules works only without it. So the loaded Ink and React are put into the cache of `require` first. A hook of
 * `module.registerHooks` could only return source text that reads the loaded Ink from a global, and bundling for development needs a
 * step before every test. The build, which bundles anyway, replaces this file (scripts/bundle-plugins.ts).
 */
function loadInkTable(): ComponentType<InkTableProps> {
  const require = createRequire(import.meta.url);
  for (const [name, exports] of Object.entries({ ink, react: React })) {
    const path = require.resolve(name);
    const module = new Module(path);
    module.filename = path;
    module.loaded = true;
    module.exports = exports;
    require.cache[path] ??= module;
  }
  const loaded = require("ink-table") as { default: ComponentType<InkTableProps> };
  return loaded.default;
}

/** The table of the package ink-table. */
export const InkTable: ComponentType<InkTableProps> = loadInkTable();
