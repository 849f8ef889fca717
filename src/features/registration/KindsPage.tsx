/** `/register_total`: the kinds of mailbox, with what each costs and brings. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { registrationKinds } from '#contract/registration/registrationKinds'
import { isVip, type TierId, tiers } from '#contract/tiers'
import { sumText } from '#src/components/text/priceText'
import { pathTo } from '#src/store/routes/pathTo'
import { RegistrationFrame } from './RegistrationFrame'

const gibibyte = 1024 ** 3

export function KindsPage() {
  const { t } = useTranslation(['registration', 'layout'])
  return (
    <RegistrationFrame title={t('registration:kinds')} intro={t('registration:kindsIntro')} width="wide">
      <ul className="registration-kinds">
        {registrationKinds.flatMap(({ page, tiers: ids }) =>
          ids.map((id) => (
            <li key={id} className="registration-kind">
              <h2>{t(`layout:tier.${id}`)}</h2>
              <KindFacts id={id} />
              <Link
                className={id === 'free' ? 'ep-button ep-button-primary' : 'ep-button'}
                to={pathTo(page, {}, isVip(id) ? { kind: id } : {})}
                aria-label={t('registration:registerKind', { kind: t(`layout:tier.${id}`) })}
              >
                {t('registration:register')}
              </Link>
            </li>
          )),
        )}
      </ul>
    </RegistrationFrame>
  )
}

function KindFacts({ id }: { id: TierId }) {
  const { t } = useTranslation('membership')
  const { quotaBytes, recipientsPerMail, sendsPerDay, recallsPerMonth, scheduleDays, canRecover, fenPerMonth } =
    tiers[id]
  const figures = { space: quotaBytes / gibibyte, recallsPerMonth, sendsPerDay, recipientsPerMail, scheduleDays }
  return (
    <>
      <p className="registration-price">
        <strong>{sumText(fenPerMonth)}</strong> {t('perMonth')}
      </p>
      <ul className="registration-facts">
        {Object.entries(figures)
          .filter(([, count]) => count > 0)
          .map(([figure, count]) => (
            <li key={figure}>{t(`figure.${figure}`, { count })}</li>
          ))}
        {canRecover && <li>{t('figure.recovery')}</li>}
      </ul>
    </>
  )
}
