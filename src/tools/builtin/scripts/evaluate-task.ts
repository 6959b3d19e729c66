import { serveTask } from '../isolation/serve-task.ts';
import { evaluateInEngine } from './evaluate-in-engine.ts';

serveTask(evaluateInEngine);
