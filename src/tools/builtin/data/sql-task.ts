import { serveTask } from '../isolation/serve-task.ts';
import { runSql } from './run-sql.ts';

serveTask(runSql);
