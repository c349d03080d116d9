/** The vocabulary of the sample workspace. Family names precede given names where that is the custom. */

/**
 * @typedef {object} Region
 * @property {string} country ISO 3166-1 alpha-2
 * @property {readonly string[]} cities
 * @property {readonly string[]} given `name`, or `name:romanised` for a name in another script than Latin
 * @property {readonly string[]} family
 * @property {boolean} familyFirst
 */

/** @param {string} text */
const words = (text) => text.split(/\s+/);

/**
 * @param {string} country
 * @param {string} cities names with `_` for a space
 * @param {string} given
 * @param {string} family
 * @param {boolean} [familyFirst]
 * @returns {Region}
 */
const region = (country, cities, given, family, familyFirst = false) => ({
  country,
  cities: words(cities).map((city) => city.replaceAll('_', ' ')),
  given: words(given),
  family: words(family).map((name) => name.replaceAll('_', ' ')),
  familyFirst,
});

/** @type {readonly Region[]} */
export const regions = [
  region(
    'GB',
    'London Leeds Cardiff',
    'Grace Oliver Amelia Rhys Imogen Callum',
    "Whitfield O'Neill Ashworth Price Sinclair",
  ),
  region(
    'US',
    'Portland Austin New_Orleans',
    'Maya Jamal Ellen Diego Ruth Tyler',
    'Brooks Nakamura Freeman Delgado Kowalczyk',
  ),
  region(
    'DE',
    'Köln Leipzig Lübeck',
    'Jürgen Anneliese Käthe Lukas Svenja Götz',
    'Müller Schäfer Weiß Brandt von_Arnim',
  ),
  region('FR', 'Lyon Nîmes Orléans', 'Chloé Théo Inès Zoé Benoît Maëlle', "Lefèvre D'Aubigné Girard Français Moreau"),
  region(
    'ES',
    'Málaga Gijón Sevilla',
    'Íñigo Begoña Lucía Joaquín Núria Álvaro',
    'Muñoz García_Lorca Ibáñez Castaño Peña',
  ),
  region(
    'PL',
    'Łódź Kraków Gdańsk',
    'Łukasz Małgorzata Zbigniew Agnieszka Wojciech',
    'Wiśniewski Dąbrowska Źrebiec Kowalski',
  ),
  region('SE', 'Göteborg Malmö Umeå', 'Åsa Björn Linnéa Östen Saga', 'Lindström Åkesson Öberg Nyström'),
  region('TR', 'İzmir Ankara Eskişehir', 'Ayşe Çağlar Işıl Özgür Gülşen', 'Yılmaz Şahin Öztürk Çelik'),
  region(
    'GR',
    'Πάτρα Αθήνα',
    'Ελένη:eleni Νίκος:nikos Σοφία:sofia',
    'Παππάς:pappas Γεωργίου:georgiou Νικολάου:nikolaou',
  ),
  region(
    'UA',
    'Львів Київ Одеса',
    'Олена:olena Тарас:taras Дарина:daryna',
    'Шевченко:shevchenko Бойко:boyko Мельник:melnyk',
  ),
  region('NG', 'Lagos Ibadan Enugu', 'Chidinma Oluwaseun Ngozi Emeka Folake', 'Okafor Adébáyọ̀ Eze Balogun Nwosu'),
  region('KE', 'Nairobi Kisumu Mombasa', 'Wanjiru Otieno Achieng Kamau Naliaka', "Mwangi Ochieng' Njoroge Wekesa"),
  region('EG', 'القاهرة الإسكندرية', 'ليلى:layla يوسف:yusuf مريم:maryam', 'حسن:hassan منصور:mansour فهمي:fahmy'),
  region('IN', 'Pune Kochi Jaipur', 'Aarav Lakshmi Rohan Ananya Vikram Meera', 'Iyer Chatterjee Patel Nair Singh'),
  region('VN', 'Huế Đà_Nẵng Hà_Nội', 'Thị_Hương Văn_Đức Minh_Châu Quốc_Bảo', 'Nguyễn Trần Phạm Đặng', true),
  region('CN', '成都 杭州 青岛', '小明:xiaoming 雨桐:yutong 建国:jianguo', '王:wang 李:li 陈:chen', true),
  region('JP', '京都 札幌 那覇', '陽子:yoko 健太:kenta 美咲:misaki', '田中:tanaka 佐藤:sato 鈴木:suzuki', true),
  region('KR', '부산 서울 전주', '지우:jiwoo 민준:minjun 서연:seoyeon', '김:kim 이:lee 박:park', true),
  region(
    'BR',
    'Recife São_Paulo Brasília',
    'João Conceição Thaís Antônio Flávia',
    'Gonçalves Magalhães da_Silva Araújo',
  ),
  region('MX', 'Mérida Querétaro Oaxaca', 'Ximena José Itzel Andrés Guadalupe', 'Hernández Núñez Quiñones López'),
  region('NZ', 'Whangārei Dunedin', 'Aroha Tāne Mereana Wiremu', 'Parata Ngata Te_Rangi McKenzie'),
  region('FI', 'Jyväskylä Turku', 'Päivi Väinö Aino Eetu', 'Hämäläinen Mäkelä Järvinen'),
];

export const plans = words('free free free pro pro team enterprise');
export const userTags = words('beta newsletter vip trial partner support-heavy early-adopter invoice');

/** For each category: its products, and the lowest and highest price in cents. */
export const categories = /** @type {const} */ ({
  audio: ['Headphones|Speaker|Microphone|Turntable|Soundbar', 1900, 49900],
  books: ['Cookbook|Atlas|Novel|Field Guide|Sketchbook', 690, 5900],
  garden: ['Watering Can|Pruning Shears|Planter|Hammock|Seed Box', 450, 18900],
  kitchen: ['Kettle|Chef’s Knife|Skillet|Teapot|Coffee Grinder', 990, 24900],
  office: ['Desk Lamp|Notebook|Fountain Pen|Monitor Arm|Chair', 350, 89900],
  outdoor: ['Tent|Rucksack|Head Torch|Sleeping Bag|Compass', 1290, 59900],
  toys: ['Puzzle|Kite|Marble Run|Yo-Yo|Train Set', 290, 12900],
});
export const brands = words('Alder Borealis Cobalt Dune Ember Fjord Granite Harbour Indigo Juniper');

export const orderStatuses = words('delivered delivered delivered shipped paid cancelled refunded');

/** The types of events, with the possible values of their data. */
export const eventTypes = /** @type {const} */ ({
  'user.login': { device: ['phone', 'laptop', 'tablet'], success: [true, true, true, false] },
  'user.logout': { device: ['phone', 'laptop', 'tablet'] },
  'user.status_changed': { from: ['active', 'inactive'], reason: ['request', 'payment', 'review'] },
  'order.created': { channel: ['web', 'app', 'shop'], items: [1, 2, 3] },
  'order.shipped': { carrier: ['Northwind', 'Swift Parcel', 'Albatross'], express: [true, false] },
  'payment.failed': { attempt: [1, 2, 3], code: ['card_declined', 'expired', 'limit'] },
});
