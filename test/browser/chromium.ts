import { mkdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium as driver, type Browser } from 'playwright-core';

/** The one platform that the browser from the registry is built for. */
const PLATFORM = 'linux x64';
/** What makes the package bring the libraries that a bare machine lacks. */
const BRINGS_LIBRARIES = 'AWS_Lambda_nodejs24.x';
/** Few, and none that loosens what a page may do: the tests rely on the browser's own rules. The superuser needs the first. */
const ARGUMENTS = ['--no-sandbox', '--headless=shell', '--font-render-hinting=none', '--force-color-profile=srgb'];

export type Started = { readonly browser: Browser } | { readonly why: string };

const UNPACKING = join(tmpdir(), 'keelson-chromium-unpacking');
const LOOK_AGAIN_MS = 100;
/** Whoever has unpacked for so long was ended meanwhile. */
const UNPACKING_MS_MAX = 60_000;

/** One after the other: the package unpacks itself where nobody has done so yet, and who comes in between would start half a program. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      mkdirSync(UNPACKING);
      break;
    } catch {
      const began = statSync(UNPACKING, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - began > UNPACKING_MS_MAX) rmSync(UNPACKING, { recursive: true, force: true });
      await pause(LOOK_AGAIN_MS);
    }
  }
  return work().finally(() => rmSync(UNPACKING, { recursive: true, force: true }));
}

/** A real Chromium, or why there is none here. Nothing is downloaded: it comes with the other packages. */
export async function startChromium(): Promise<Started> {
  const here = `${process.platform} ${process.arch}`;
  if (here !== PLATFORM) return { why: `Chromium comes with the packages for ${PLATFORM} alone, and this is ${here}` };
  process.env['AWS_EXECUTION_ENV'] ??= BRINGS_LIBRARIES;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    chromium.setGraphicsMode = false;
    return { browser: await driver.launch({ executablePath: await inTurn(() => chromium.executablePath()), args: ARGUMENTS }) };
  } catch (error) {
    return { why: `Chromium does not start here: ${String(error).split('\n')[0] ?? ''}` };
  }
}
