import { useQuery } from '../../live/use-query.ts';
import { Link } from '../../router/link.tsx';
import { Press } from '../../ui/press.tsx';
import { TASKS_WITHOUT_MODEL } from './task-request.ts';

/** Said to whoever has no model yet, before they write a task that needs one; nothing where there is one, or where it is not known. */
export function NoModel({ onChoose }: { readonly onChoose: (task: string) => void }) {
  const { value } = useQuery('models.list', { check: false });
  if (value === undefined || value.models.length > 0) return null;
  return (
    <aside className="no-model" aria-label="No model yet">
      <p>
        <strong>No model is set up yet.</strong> Most tasks need one. <Link to="/models">How to get one</Link>
      </p>
      <p className="small">Without one, tasks like these are done word for word:</p>
      <ul className="row">
        {TASKS_WITHOUT_MODEL.map((task) => (
          <li key={task}>
            <Press look="chip" onPress={() => onChoose(task)}>
              {task}
            </Press>
          </li>
        ))}
      </ul>
    </aside>
  );
}
