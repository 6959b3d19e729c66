import type { RedactionMethod, RedactionPattern, SensitiveSpan, TextCheck } from '../contracts/index.ts';
import { customType, findCustom } from './custom-patterns.ts';
import type { Detector } from './detector.ts';
import { BUILT_IN_DETECTORS } from './detectors/index.ts';
import { findPlaceholders, type Placeholder } from './placeholders.ts';
import { replacementFor } from './replacements.ts';
import { planDetection } from './scan/detection-plan.ts';
import { settleOverlaps } from './scan/overlaps.ts';
import { scan } from './scan/scan.ts';

export interface RedactOptions {
  readonly method: RedactionMethod;
  /** The built-in detectors unless given. */
  readonly detectors?: readonly Detector[];
  readonly customPatterns?: readonly RedactionPattern[];
}

const BUILT_IN_PLAN = planDetection(BUILT_IN_DETECTORS);

function findSpans(text: string, options: RedactOptions, placeholders: readonly Placeholder[]): SensitiveSpan[] {
  const plan = options.detectors === undefined ? BUILT_IN_PLAN : planDetection(options.detectors);
  const findings = [...scan(text, plan), ...findCustom(text, options.customPatterns ?? [])];
  return settleOverlaps(findings, placeholders).map(({ start, end, type, severity }) => ({ start, end, type, severity }));
}

/**
 * Finds sensitive text and takes it out. Spans are sorted, do not overlap, and count in UTF-16 units of `text`.
 * A masked match of a custom pattern gets that pattern's own replacement.
 */
export function redact(text: string, options: RedactOptions): TextCheck {
  const placeholders = findPlaceholders(text);
  const spans = findSpans(text, options, placeholders);
  const replace = replacementFor(options.method, placeholders);
  const customReplacements = new Map(
    options.method === 'mask' ? options.customPatterns?.map((pattern) => [customType(pattern), pattern.replacement]) : [],
  );
  const parts: string[] = [];
  let from = 0;
  for (const span of spans) {
    parts.push(text.slice(from, span.start), customReplacements.get(span.type) ?? replace(span, text.slice(span.start, span.end)));
    from = span.end;
  }
  parts.push(text.slice(from));
  return { spans, redacted: parts.join('') };
}

/** What `check text` shows for one text: every built-in detector, masked. */
export function checkText(text: string): TextCheck {
  return redact(text, { method: 'mask' });
}
