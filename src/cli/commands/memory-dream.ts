import { memoryDream, type DreamReport, type DreamtRule } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { oneLine, printable } from './printable.ts';
import { counted } from './run-figures.ts';

export async function dreamNow(surface: Surface, { dryRun, json }: { readonly dryRun?: boolean; readonly json?: boolean }): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const dreamt = await client.call(memoryDream, { is_dry_run: dryRun === true }, { signal, idempotencyKey: newKey() });
  if (!dreamt.ok) return showFailure(surface, dreamt.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(dreamt.value.report)}\n` : renderDream(dreamt.value.report));
  return EXIT.ok;
}

const TAG_CHARS_MAX = 80;

export function renderDream(report: DreamReport | null): string {
  if (report === null) return 'Memory is turned off in the settings: nothing was looked at.\n';
  const { is_dry_run: isDryRun, places, forgotten, demoted, distilled, put_off: putOff, is_whole: isWhole, rules } = report;
  const [forgot, took, made] = isDryRun ? ['Would forget', 'Would take back', 'Would make'] : ['Forgot', 'Took back', 'Made'];
  return `${[
    `Looked at ${counted(places, 'place')}.${isWhole ? '' : ' The rest follows in the next pass.'}`,
    `${forgot} ${counted(forgotten.megrams, 'memory', 'memories')} of ${counted(forgotten.places, 'place')} that ${forgotten.places === 1 ? 'has' : 'have'} faded.`,
    `${took} ${counted(demoted, 'rule')} that what happened since speaks against.`,
    ...rules.demoted.map(ruleLine),
    `${made} ${counted(distilled, 'rule')}.`,
    ...rules.distilled.map(ruleLine),
    ...(putOff === null ? [] : [`Left ${counted(putOff.clusters, 'more', 'more')} for later: ${putOff.why}.`]),
  ].join('\n')}\n`;
}

function ruleLine({ space, entity, kind, attention, decision, distilled_by: by }: DreamtRule): string {
  const words = by === null ? '' : by === 'template' ? ', put together from the records' : `, in the words of ${printable(by)}`;
  return `  ${kind === 'constraint' ? 'against' : 'for'} ${printable(space)} ${oneLine(entity, TAG_CHARS_MAX)} · attention ${attention.toFixed(2)}, decision ${decision < 0 ? '−' : '+'}${Math.abs(decision).toFixed(2)}${words}`;
}
