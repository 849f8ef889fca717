/** The package brings no types of its own. */
declare module 'subset-font' {
  /** Throws for what is no font. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { readonly targetFormat: 'truetype' },
  ): Promise<Buffer>
}
