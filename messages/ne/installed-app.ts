/** Words of the web app manifest, for devices that install the library as an app. */

export const description = 'विगतका प्रश्नपत्र, नोट, रिभिजन सामग्री र पुस्तकहरू।';
export const search = 'खोजी';
export const library = 'पुस्तकालय';
