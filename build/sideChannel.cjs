/**
 * Stands in the app for side-channel, by which qs remembers objects that it has met: every browser that can show the app has a WeakMap, and
 * what browsers without one need would be 4 KB more before the login form.
 */
module.exports = () => new WeakMap()
