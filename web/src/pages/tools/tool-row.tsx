import type { SideEffect, ToolEntry, Touched } from '../../../../src/contracts/index.ts';
import { counted, moment, count } from '../../ui/format.ts';

const EFFECTS: Readonly<Record<SideEffect, { readonly says: string; readonly tone: string }>> = {
  read_only: { says: 'reads', tone: 'good' },
  idempotent_write: { says: 'writes', tone: 'busy' },
  destructive: { says: 'changes', tone: 'warn' },
};
const TOUCHED: Readonly<Record<Touched, string>> = { workspace_read: 'reads the folder', workspace_write: 'writes in the folder', programs: 'starts programs', network: 'network', person: 'asks you', other_apps: 'other apps' };
const MS_PER_SECOND = 1_000;
const PERCENT = 100;

/** One tool in a line, and its contract when it is opened. */
export function ToolRow({ entry: { definition, touches, unavailable, stats } }: { readonly entry: ToolEntry }) {
  const effect = EFFECTS[definition.side_effects];
  return (
    <li>
      <details>
        <summary>
          <strong>{definition.tool_id}</strong> <span className={`tag ${effect.tone}`}>{effect.says}</span> {definition.approval_required && <span className="tag warn">needs your yes</span>} {unavailable !== null && <span className="tag calm">not usable here</span>}{' '}
          <span className="faint small">{definition.tool_name}</span>
          {stats !== null && stats.success_rate !== null && (
            <span className="faint small">
              {' '}
              · {Math.round(PERCENT * stats.success_rate)} % of {counted(stats.success_count + stats.failure_count, 'call')} worked
            </span>
          )}
        </summary>
        {unavailable !== null && <p className="state degraded">{unavailable}</p>}
        <dl className="facts-of">
          <div>
            <dt>Touches</dt>
            <dd>{touches.length === 0 ? 'nothing' : touches.map((one) => TOUCHED[one]).join(', ')}</dd>
          </div>
          <div>
            <dt>Roles</dt>
            <dd>{definition.allowed_roles.join(', ')}</dd>
          </div>
          <div>
            <dt>Limits</dt>
            <dd>
              {count(definition.timeout_ms / MS_PER_SECOND)} s, tried again {definition.max_retries} times{definition.max_bytes !== undefined && `, ${count(definition.max_bytes)} bytes`}
            </dd>
          </div>
          <div>
            <dt>Kind</dt>
            <dd>
              {definition.category.replaceAll('_', ' ')}, version {definition.version}
            </dd>
          </div>
          {stats !== null && stats.last_used !== null && (
            <div>
              <dt>Last used</dt>
              <dd>
                {moment(stats.last_used)}
                {stats.avg_execution_ms !== null && `, ${count(stats.avg_execution_ms)} ms on average`}
              </dd>
            </div>
          )}
        </dl>
        <h3>What it takes</h3>
        <pre className="schema">{JSON.stringify(definition.input_schema, null, 2)}</pre>
      </details>
    </li>
  );
}
