import { artifactShow, ResultView, viewText, type RunReport } from '../../contracts/index.ts';
import type { Surface } from '../surface.ts';
import { printableLines } from './printable.ts';

const VIEW = 'ResultView';

/** What a run would have its result shown with, as words; one whose content is gone is left out. */
export async function resultViews({ client }: Surface, { artifacts }: Pick<RunReport, 'artifacts'>): Promise<string[]> {
  const texts: string[] = [];
  for (const { artifact_id: artifact } of artifacts.filter(({ type }) => type === VIEW)) {
    const shown = await client.call(artifactShow, { artifact });
    const text = shown.ok ? viewAsText(VIEW, shown.value.content) : undefined;
    if (text !== undefined) texts.push(printableLines(text));
  }
  return texts;
}

/** Undefined for everything that is no view. */
export function viewAsText(type: string, content: unknown): string | undefined {
  const read = type === VIEW ? ResultView.safeParse(content) : undefined;
  return read?.success === true ? viewText(read.data) : undefined;
}
