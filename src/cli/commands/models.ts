import { modelsList, type ListedModel, type ListedPrice, type ListedProvider, type MeasuredReliability, type ModelsReport, type Reachability } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';

export interface ModelsOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

export async function models(surface: Surface, options: ModelsOptions): Promise<ExitCode> {
  const asJson = options.json === true;
  const outcome = await surface.client.call(modelsList, { check: options.check === true }, { signal: surface.signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { terminal } = surface;
  const report = outcome.value;
  await terminal.writeOut(asJson ? `${JSON.stringify(report)}\n` : renderModels(report, terminal.columns, style(terminal.colour)));
  return report.models.some((one) => one.reachable.state !== 'no') ? EXIT.ok : EXIT.failed;
}

export function renderModels(report: ModelsReport, columns: number, paint: Style): string {
  const parts = [
    ...(report.models.length === 0 ? [paint.bold('There is no model yet.')] : report.models.map((one) => renderModel(one, report.default_model, columns, paint))),
    ...(report.providers.length === 0 ? [] : [[paint.bold('Providers'), ...report.providers.map((one) => renderProvider(one, columns, paint))].join('\n')]),
    ...(report.problems.length === 0 ? [] : [[paint.yellow('What does not work as it stands'), ...report.problems.map((one) => listed(one, columns))].join('\n')]),
    ...(report.next_steps.length === 0 ? [] : renderWays(report, columns, paint)),
    settingsLine(report, columns),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderModel(model: ListedModel, defaultModel: string | null, columns: number, paint: Style): string {
  const marks = [model.location, ...(model.model_id === defaultModel ? ['default'] : [])];
  const lines = [
    `through ${model.provider}${model.name === model.model_id ? '' : ` as ${model.name}`}, for ${model.tiers.join(', ')}`,
    `context ${figure(model, 'context_tokens')}, answer ${figure(model, 'output_tokens_max')}; ${model.capabilities.length === 0 ? 'what it can do is not known' : `can ${model.capabilities.join(', ')}`}`,
    `price ${priceText(model.price)}; reliability ${reliabilityText(Object.values(model.reliability))}`,
    reachText(model.reachable, paint),
  ];
  return [`${paint.bold(model.model_id)} (${marks.join(', ')})`, ...lines.map((line) => wrapText(line, columns, '    '))].join('\n');
}

const DIGITS = new Intl.NumberFormat('en-GB');

function figure(model: ListedModel, name: 'context_tokens' | 'output_tokens_max'): string {
  const size = `${DIGITS.format(model[name])} tokens`;
  return model.assumed.includes(name) ? `unknown (${size} assumed)` : size;
}

function priceText(price: ListedPrice): string {
  if (price.kind !== 'known') return price.kind;
  const { input, output, cached_input } = price.prices;
  const cached = cached_input === undefined ? '' : `, $${cached_input} cached`;
  return `$${input} in, $${output} out${cached} per million tokens (${price.since === '' ? price.source : `since ${price.since}`})`;
}

const PERCENT = 100;

/** Over all roles, each output counting once. */
function reliabilityText(measured: readonly MeasuredReliability[]): string {
  const samples = measured.reduce((sum, one) => sum + one.sample_size, 0);
  if (samples === 0) return 'not measured yet';
  const valid = measured.reduce((sum, one) => sum + one.score * one.sample_size, 0);
  return `${Math.floor((valid / samples) * PERCENT)} % of ${DIGITS.format(samples)} outputs`;
}

function reachText({ state, why }: Reachability, paint: Style): string {
  switch (state) {
    case 'yes':
      return paint.green('reachable');
    case 'no':
      return paint.red(`not reachable: ${why}`);
    case 'not_tried':
      return `not tried: ${why}`;
  }
}

function renderProvider(provider: ListedProvider, columns: number, paint: Style): string {
  const offered = provider.models_offered === null ? '' : `, ${DIGITS.format(provider.models_offered)} ${provider.models_offered === 1 ? 'model' : 'models'}`;
  const keys = provider.key_sources.length === 0 ? 'no key' : `key from ${provider.key_sources.join(' or ')}`;
  return wrapText(`${provider.provider} (${provider.location}) at ${provider.address}, ${keys}: ${reachText(provider.reachable, paint)}${offered}`, columns, '  ');
}

function renderWays({ looked_for, next_steps, providers }: ModelsReport, columns: number, paint: Style): string[] {
  return [
    // Whoever has begun with something knows where to look.
    ...(providers.length > 0 ? [] : [['Looked for:', ...looked_for.map((one) => listed(one, columns))].join('\n')]),
    [paint.bold(next_steps.length === 1 ? 'The shortest way to one:' : 'The shortest ways to one:'), ...next_steps.map((one, at) => hanging(`${at + 1}. `, one, columns))].join('\n'),
    'Then run `keelson models` again.',
  ];
}

function listed(text: string, columns: number): string {
  return hanging('- ', text, columns);
}

/** Further lines begin where the text of the first one does. */
function hanging(mark: string, text: string, columns: number): string {
  const indent = `  ${' '.repeat(mark.length)}`;
  return `  ${mark}${wrapText(text, columns, indent).slice(indent.length)}`;
}

function settingsLine({ file, cloud }: ModelsReport, columns: number): string {
  const where = file === null ? 'No configuration file; everything is from the environment.' : `Settings from ${JSON.stringify(file)}.`;
  return wrapText(cloud === 'forbid' ? `${where} The cloud is forbidden: words stay on this machine and its network.` : where, columns, '');
}
