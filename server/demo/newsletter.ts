/** A newsletter as they come: a table, styles of its own, a picture from elsewhere that stays blocked until it is asked for. */
export const newsletterHtml = `<html><head><style>.lead{font-size:18px;color:#14324a}a{color:#1f6feb}</style></head>
<body style="margin:0;background:#f3f5f8"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table width="560" cellpadding="24" style="background:#ffffff;font-family:Arial,sans-serif;border-radius:8px">
<tr><td><img src="https://img.harbourletter.example/46/head.jpg" width="512" height="160" alt="Containers at dusk">
<h1 style="font-size:22px">Rail beats road on four routes</h1>
<p class="lead">Transit times fell by two days between Chengdu and Rotterdam, and the price gap has nearly closed.</p>
<p>The new slot auction opens on Monday. Book early: last year the December slots were gone within an hour.</p>
<p><a href="https://harbourletter.example/46">Read the whole letter</a></p>
<p style="font-size:12px;color:#6b7785">You get this because you subscribed. <a href="https://harbourletter.example/leave">Unsubscribe</a></p>
</td></tr></table></td></tr></table></body></html>`
