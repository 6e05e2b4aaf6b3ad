import { createHmac } from 'node:crypto';
import { jsonOf, notStatus, signedJson, type Handshake } from './handshake.ts';

export const zoomUrlValidation: Handshake = {
  id: 'zoom-url-validation',
  title: 'Zoom asks for the HMAC of a token',
  because:
    'endpoint.url_validation comes when the URL is saved and again every 72 hours: without the right answer within 3 seconds Zoom delivers nothing there (developers.zoom.us, "Validate your webhook endpoint").',
  requirement: 'must',
  request: (bench) =>
    signedJson(
      bench,
      {},
      {
        event: 'endpoint.url_validation',
        payload: { plainToken: bench.challenge },
        event_ts: Math.floor(bench.atMs),
      },
    ),
  problem: (answer, { secrets: [secret = ''], challenge }) => {
    const { plainToken, encryptedToken } = jsonOf(answer);
    const due = createHmac('sha256', secret).update(challenge).digest('hex');
    return (
      notStatus(answer, 200) ??
      (plainToken === challenge ? undefined : 'its JSON has not the plainToken that was sent') ??
      (encryptedToken === due
        ? undefined
        : 'its encryptedToken is not the hexadecimal HMAC-SHA256 of plainToken under the secret token')
    );
  },
};
