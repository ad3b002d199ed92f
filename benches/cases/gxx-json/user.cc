#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>
#include <nlohmann/json.hpp>

namespace shop {

struct Money {
    std::int64_t cents = 0;
    std::string currency = "EUR";
};

struct Item {
    std::string name;
    Money price;
    std::vector<std::string> tags;
};

void from_json(const nlohmann::json &json, Item &item) {
    json.at("name").get_to(item.name);
    json.at("price").get_to(item.price);
    json.at("tags").get_to(item.tags);
}

std::unordered_map<std::string, std::int64_t> totals(const std::vector<Item> &items) {
    std::unordered_map<std::string, std::int64_t> sums;
    for (const Item &item : items) {
        sums[item.price.currency] += item.price.cents;
    }
    return sums;
}

}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i]);
        const auto items = nlohmann::json::parse(file).get<std::vector<shop::Item>>();
        for (const auto &[currency, cents] : shop::totals(items)) {
            std::cout << argv[i] << ": " << cents / 100.0 << ' ' << currency << '\n';
        }
    }
}
