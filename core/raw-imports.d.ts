// Vite's `?raw` imports, typed here because vite/client pulls the DOM into core.
declare module '*?raw' {
  const text: string
  export default text
}
