import { serveTask } from '../isolation/serve-task.ts';
import { recogniseText } from './recognise-text.ts';

serveTask(recogniseText);
