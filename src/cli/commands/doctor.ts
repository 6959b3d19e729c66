import { systemDoctor, type CheckStatus, type DoctorCheck, type DoctorReport } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';

export async function doctor(surface: Surface, options: { json?: boolean }): Promise<ExitCode> {
  const asJson = options.json === true;
  const outcome = await surface.client.call(systemDoctor, {}, { signal: surface.signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { terminal } = surface;
  await terminal.writeOut(
    asJson ? `${JSON.stringify(outcome.value)}\n` : renderDoctor(outcome.value, terminal.columns, style(terminal.colour)),
  );
  return outcome.value.usable ? EXIT.ok : EXIT.failed;
}

export function renderDoctor(report: DoctorReport, columns: number, paint: Style): string {
  const checks = report.checks.map((check) => renderCheck(check, columns, paint)).join('\n');
  const verdict = report.usable
    ? 'This machine has what Keelson needs.'
    : 'Keelson cannot work on this machine until what is marked "required" is there.';
  return `${paint.bold(`Keelson ${report.version}`)}\n\n${checks}\n${verdict}\n`;
}

function renderCheck(check: DoctorCheck, columns: number, paint: Style): string {
  const mark = statusMark(check.status, paint);
  const required = check.required ? ' (required)' : '';
  // Colour has no width, so the headline is wrapped plain and painted then.
  const title = `${check.title}${required}:`;
  const headline = wrapText(`${title} ${check.found}`, columns, '    ').slice('    '.length).replace(check.title, paint.bold(check.title));
  const lines = [`${mark} ${headline}`, wrapText(check.means, columns, '    ')];
  if (check.how_to_get !== '') lines.push(paint.dim(wrapText(`To get it: ${check.how_to_get}`, columns, '    ')));
  return `${lines.join('\n')}\n`;
}

function statusMark(status: CheckStatus, paint: Style): string {
  switch (status) {
    case 'ok':
      return paint.green('ok ');
    case 'limited':
      return paint.yellow('~~ ');
    case 'absent':
      return paint.red('-- ');
    case 'unknown':
      return paint.yellow('?? ');
  }
}
