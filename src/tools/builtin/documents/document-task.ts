import { serveTask } from '../isolation/serve-task.ts';
import { readDocument } from './read-document.ts';

serveTask(readDocument);
