/** Goes up with each change by which a message that could not be read may become readable: all such are then tried again. */
export const readerVersion = 1
