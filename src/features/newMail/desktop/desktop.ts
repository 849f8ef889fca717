/** The desktop's own notifications, as far as this browser has them and the person lets it. */

export type DesktopPermission = 'unsupported' | NotificationPermission

export function desktopPermission(): DesktopPermission {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

/** The browser asks the person; only after a press of theirs. */
export async function askForDesktop(): Promise<DesktopPermission> {
  if (!('Notification' in window)) return 'unsupported'
  return Notification.requestPermission()
}

export type DesktopText = { readonly title: string; readonly body: string }

/** Says it on the desktop; answers how to take it away. All tabs share one tag, so that several of them say it once. */
export function showOnDesktop({ title, body }: DesktopText, onOpen: () => void): () => void {
  try {
    const shown = new Notification(title, { body, tag: 'ep-news', icon: '/favicon.svg' })
    shown.onclick = () => {
      window.focus()
      shown.close()
      onOpen()
    }
    return () => shown.close()
  } catch {
    // Some phones know the name and refuse to make one outside a service worker.
    return () => undefined
  }
}
