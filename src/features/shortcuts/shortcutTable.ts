/** Every key of the mail desk as the help lists it. The mail list obeys them (features/mailbox), `/` the search (features/search). */

export type Shortcut = {
  /** Key of its meaning within the texts. */
  readonly name: string
  /** Each of these does it; the keys of one are pressed one after the other. */
  readonly keys: readonly (readonly string[])[]
}

export const shortcutGroups: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    name: 'list',
    shortcuts: [
      { name: 'next', keys: [['j'], ['↓']] },
      { name: 'previous', keys: [['k'], ['↑']] },
      { name: 'open', keys: [['o'], ['Enter']] },
      { name: 'select', keys: [['x']] },
      { name: 'range', keys: [['Shift + ↑'], ['Shift + ↓']] },
      { name: 'all', keys: [['Ctrl + A']] },
      { name: 'none', keys: [['Esc']] },
      { name: 'menu', keys: [['Shift + F10']] },
    ],
  },
  {
    name: 'mail',
    shortcuts: [
      { name: 'archive', keys: [['e']] },
      { name: 'remove', keys: [['#'], ['Delete']] },
      { name: 'junk', keys: [['!']] },
      { name: 'move', keys: [['v']] },
      { name: 'flag', keys: [['s']] },
      { name: 'unread', keys: [['u']] },
      { name: 'read', keys: [['Shift + U']] },
      { name: 'reply', keys: [['r']] },
      { name: 'replyAll', keys: [['a']] },
      { name: 'forward', keys: [['f']] },
      { name: 'undo', keys: [['z']] },
    ],
  },
  {
    name: 'go',
    shortcuts: [
      { name: 'inbox', keys: [['g', 'i']] },
      { name: 'sent', keys: [['g', 's']] },
      { name: 'draft', keys: [['g', 'd']] },
      { name: 'flagged', keys: [['g', 'f']] },
      { name: 'archiveFolder', keys: [['g', 'a']] },
      { name: 'deleted', keys: [['g', 't']] },
      { name: 'junkFolder', keys: [['g', 'j']] },
      { name: 'write', keys: [['c']] },
      { name: 'search', keys: [['/']] },
      { name: 'help', keys: [['?']] },
    ],
  },
  {
    name: 'writing',
    shortcuts: [
      { name: 'send', keys: [['Ctrl + Enter']] },
      { name: 'saveDraft', keys: [['Ctrl + S']] },
      { name: 'toolbar', keys: [['Shift + Tab']] },
      { name: 'leaveTable', keys: [['Esc']] },
      { name: 'nextComposer', keys: [['Ctrl + .']] },
      { name: 'foldComposer', keys: [['Esc']] },
    ],
  },
]
