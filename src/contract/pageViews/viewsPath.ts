/** Where page views are reported: apart from its entry, whose lists are no part of the first page's code. */
export const viewsPath = 'webmail/views/report.action'
