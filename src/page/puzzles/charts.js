export const charts = () => ({ element: document.createElement('div') });
