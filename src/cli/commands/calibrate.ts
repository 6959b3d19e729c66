import { calibrationApply, calibrationPropose, calibrationShow, calibrationWithdraw, SemanticVersion, type CalibrationChangeReport, type CalibrationEvidence, type CalibrationLoss, type CalibrationShowReport, type SolverParameters } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { newKey } from './new-key.ts';
import { printable } from './printable.ts';
import { counted, wholeNumber } from './run-figures.ts';

export interface CalibrateOptions {
  readonly json?: boolean;
}

export interface CalibrateChangeOptions extends CalibrateOptions {
  readonly reason: string;
}

const NAMES: Readonly<Record<keyof SolverParameters, string>> = {
  distance_weight: 'α distance weight',
  process_weight: 'β process weight',
  resource_weight: 'λ resource weight',
  replan_share: 'w₁ share of replans',
  time_share: 'w₂ share of time',
  plateau_threshold: 'ε plateau',
  convergence_threshold: 'δ close enough',
  process_threshold: 'ρ wrong approach',
  abandon_threshold: 'θ give up',
};
const NAME_CHARS = 20;

/** Has a set fitted to the recorded runs. */
export async function proposeCalibration(surface: Surface, { json }: CalibrateOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const outcome = await client.call(calibrationPropose, {}, { signal, idempotencyKey: newKey() });
  if (!outcome.ok) return showFailure(surface, outcome.error, json === true);
  const paint = style(terminal.colour);
  const { value } = outcome;
  const text =
    value.outcome === 'proposed'
      ? [paint.bold(`Proposed: set ${value.proposal.version}, in place of ${value.proposal.based_on.version}`), ...changes(value.proposal.based_on.parameters, value.proposal.parameters), ...evidenceLines(value.proposal.evidence, terminal.columns), `Nothing has changed. To use it in new runs: keelson calibrate apply ${value.proposal.version} --reason "why"`]
      : [`No better set was found; ${value.current.version} stays in force.`, ...evidenceLines(value.evidence, terminal.columns)];
  await terminal.writeOut(json === true ? `${JSON.stringify(value)}\n` : `${text.join('\n')}\n`);
  return EXIT.ok;
}

export async function showCalibration(surface: Surface, { json }: CalibrateOptions): Promise<ExitCode> {
  const { client, signal, terminal } = surface;
  const outcome = await client.call(calibrationShow, {}, { signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, json === true);
  await terminal.writeOut(json === true ? `${JSON.stringify(outcome.value)}\n` : renderCalibration(outcome.value, terminal.columns, style(terminal.colour)));
  return EXIT.ok;
}

function renderCalibration({ current, published, proposals, usable_runs: usable, needed_runs: needed }: CalibrationShowReport, width: number, paint: Style): string {
  const isPublished = current.version === published.version;
  const lines = [
    paint.bold(`Set ${current.version}${isPublished ? ', as published' : ''}`),
    ...(Object.keys(NAMES) as (keyof SolverParameters)[]).map((name) => `  ${NAMES[name].padEnd(NAME_CHARS)} ${current.parameters[name]}${current.parameters[name] === published.parameters[name] ? '' : ` (published ${published.parameters[name]})`}`),
    ...proposals.map(({ proposal, state, changed_at: at }) => `${proposal.version}  ${state} ${at}, from ${counted(proposal.evidence.runs.fitted + proposal.evidence.runs.held_out, 'run')}`),
    wrapText(usable < needed ? `${counted(usable, 'run')} on record can be learnt from; a calibration needs ${wholeNumber(needed)}, so ${wholeNumber(needed - usable)} are missing.` : `${counted(usable, 'run')} on record can be learnt from: keelson calibrate looks for a better set.`, width, ''),
  ];
  return `${lines.join('\n')}\n`;
}

export async function applyCalibration(surface: Surface, version: string, { reason, json }: CalibrateChangeOptions): Promise<ExitCode> {
  if (!SemanticVersion.safeParse(version).success) {
    await surface.terminal.writeError(`"${printable(version)}" is no version of a set. \`keelson calibrate show\` lists them.\n`);
    return EXIT.usage;
  }
  return changed(surface, await surface.client.call(calibrationApply, { version, reason }, { signal: surface.signal, idempotencyKey: newKey() }), json === true);
}

export async function withdrawCalibration(surface: Surface, { reason, json }: CalibrateChangeOptions): Promise<ExitCode> {
  return changed(surface, await surface.client.call(calibrationWithdraw, { reason }, { signal: surface.signal, idempotencyKey: newKey() }), json === true);
}

async function changed(surface: Surface, outcome: { readonly ok: true; readonly value: CalibrationChangeReport } | { readonly ok: false; readonly error: Parameters<typeof showFailure>[1] }, asJson: boolean): Promise<ExitCode> {
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { current, before } = outcome.value;
  await surface.terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : `New runs have set ${current.version} from now on; before it was ${before.version}. Runs that have begun keep theirs.\n`);
  return EXIT.ok;
}

function changes(before: SolverParameters, after: SolverParameters): string[] {
  return (Object.keys(NAMES) as (keyof SolverParameters)[]).filter((name) => before[name] !== after[name]).map((name) => `  ${NAMES[name].padEnd(NAME_CHARS)} ${before[name]} → ${after[name]}`);
}

function evidenceLines({ runs, held_out: heldOut, better_in: betterIn, decisions }: CalibrationEvidence, width: number): string[] {
  const loss = ({ decisions: cost, forecast }: CalibrationLoss): string => `${cost.toFixed(3)} and ${forecast.toFixed(3)}`;
  return [
    `Fitted on ${counted(runs.fitted, 'run')}, judged by ${wholeNumber(runs.held_out)} others${runs.left_out === 0 ? '' : `; ${wholeNumber(runs.left_out)} left out`}.`,
    `Cost of decisions and error of forecasts on those others: ${loss(heldOut.before)} before, ${loss(heldOut.after)} after; better in ${Math.round(betterIn * 100)} of 100 drawings.`,
    `Of ${counted(decisions.all, 'decision')} it takes ${wholeNumber(decisions.otherwise)} otherwise; ${wholeNumber(decisions.unseen)} of these lead where nothing on record tells what would come. It gives up ${counted(decisions.lost, 'run')} that did deliver.`,
  ].map((line) => wrapText(line, width, ''));
}
