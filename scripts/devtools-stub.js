/** Ink asks for the React devtools only in development; this stands in for them in the bundle. */
export default { initialize() {}, connectToDevTools() {} };
