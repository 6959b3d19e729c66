const NAMES = 'approvals?|policy|policies|permissions?|allowlist|sandbox|guardrails?|harness|keelson';
/** Files that say what an agent may do, or what a person said yes to. */
const GUARD_FILE = new RegExp(`(?:^|/)\\.keelson/|(?:^|/)\\.?(?:${NAMES})(?:[._-][\\w-]{1,40})?\\.(?:json|ya?ml|toml|db|ini|conf)$|(?:^|/)\\.?(?:${NAMES})/[\\w./-]{1,200}\\.(?:json|ya?ml|toml|db|ini|conf)$`, 'i');
const SETTINGS_FILE = /\.(?:json|ya?ml|toml|ini|conf|cfg|env|rc)$|(?:^|\/)\.[\w-]{1,40}$/i;
const GUARD_OFF = /(?:sandbox|approvals?|guardrails?|permissions?|confirm(?:ation)?s?|require[_-]?approval|safety|policy)[\w-]{0,30}["']?\s{0,4}[:=]\s{0,4}["']?(?:false|off|none|disabled|0|never|all|auto|unsafe|allow|bypass|skip|\*|granted|danger)/i;
const GUARD_OPEN = /allow[_-]?all|auto[_-]?approve|skip[_-]?(?:approval|permission|confirm|gate)s?|yolo|dangerously|bypass[_-]?(?:approval|permission|sandbox)s?/i;

export function isGuardFile(path: string): boolean {
  return GUARD_FILE.test(path.replaceAll('\\', '/'));
}

/** Settings that switch off what guards an agent, wherever they are kept. */
export function switchesGuardsOff(path: string, text: string): boolean {
  return SETTINGS_FILE.test(path) && (GUARD_OFF.test(text) || GUARD_OPEN.test(text));
}
