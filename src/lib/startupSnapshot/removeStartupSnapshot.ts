/** Takes away what `public/former-sight.js` has drawn, once the page itself has been painted below it. */
export function removeStartupSnapshot(): void {
  requestAnimationFrame(() => window.dispatchEvent(new Event('ep-sight-over')))
}
