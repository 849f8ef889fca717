/** Stands in the app for object-inspect, which qs carries along only to word an internal error: 6 KB less before the login form. */
module.exports = String
