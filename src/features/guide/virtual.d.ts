/** What `inUse.ts` reads from the app's own sources. */
declare module 'virtual:icons-in-use' {
  type IconInUse = {
    readonly name: string
    /** Parts of the app that show it. */
    readonly places: readonly string[]
    readonly icon: import('@ant-design/icons-svg/lib/types').IconDefinition
  }
  const icons: readonly IconInUse[]
  export default icons
}

declare module 'virtual:styles-in-use' {
  /** As it is written in a style sheet, and how often. */
  type Asked = readonly [value: string, times: number]
  const styles: {
    readonly sizes: readonly Asked[]
    readonly weights: readonly Asked[]
    readonly radii: readonly Asked[]
    readonly spaces: readonly Asked[]
  }
  export default styles
}
