/** WeChat's own browser: it saves no file, refuses its H5 payment, and opens no other app. */
export const isInWeChat = () => /MicroMessenger/i.test(navigator.userAgent)
