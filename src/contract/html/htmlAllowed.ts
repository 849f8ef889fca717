/** The tags and attributes that a mail may use. Forms, frames, media, SVG, MathML and everything of the head but style stay out. */

export const allowedTags =
  'a abbr acronym address article aside b bdi bdo big blockquote body br caption center cite code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hr html i img ins kbd li main mark nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  )

export const allowedAttributes =
  'style href src alt title width height align valign bgcolor background border bordercolor cellpadding cellspacing colspan rowspan dir lang color face size start reversed type value nowrap hspace vspace noshade scope abbr datetime open'.split(
    ' ',
  )
