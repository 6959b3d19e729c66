/** The name of the tool by which work is handed over. */
export const DELEGATE = 'delegate';
