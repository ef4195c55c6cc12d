/** Tests look at plain modules only; what those name of a component is its type's name, not its inside. */
declare module '*.vue' {
  const component: object
  export default component
}
